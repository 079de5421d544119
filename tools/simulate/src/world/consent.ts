import type { Process } from "./process.ts";

/** A token endpoint whose refresh tokens are good for one use, as many services have it: who uses one twice loses the consent. */
export interface Consent {
  /** The refresh token that is good now. */
  current(): string;
  /** Answers a request of the refresh grant. */
  answer(form: URLSearchParams, process: Process): { readonly status: number; readonly body: object };
  /** The answer reached who asked. */
  delivered(refreshToken: string): void;
  /** An access token is used: its refresh token must be safe by then. */
  used(accessToken: string): void;
  /** An access token is taken back: who has it needs another. */
  revoked(accessToken: string): void;
  readonly secrets: Set<string>;
}

interface Rotation {
  readonly refreshToken: string;
  readonly accessToken: string;
  readonly process: Process | undefined;
  readonly at: number;
  isDelivered: boolean;
  isUsed: boolean;
  isRevoked: boolean;
}

// A token is good for 100 s from when it was asked for, and renewed 20 s before; the network may have taken 30 s to bring the request.
const EARLIEST_RENEWAL_MS = 45_000;

/** What the endpoint asks of the world. */
export interface ConsentOptions {
  readonly now: () => number;
  readonly issueAccessToken: () => string;
  /** The refresh token that the machine would still have after a power cut. */
  readonly kept: () => string | undefined;
  /** Whether a disk failed under a process, which then could not save. */
  readonly diskFailed: () => boolean;
  readonly violate: (problem: string) => void;
}

/** Makes the endpoint. */
export function createConsent({ now, issueAccessToken, kept, diskFailed, violate }: ConsentOptions): Consent {
  const rotations: Rotation[] = [];
  const secrets = new Set<string>();
  let isLost = false;

  function rotate(process: Process | undefined): Rotation {
    const refreshToken = `consent-refresh-${String(rotations.length).padStart(4, "0")}-secret`;
    const rotation = { refreshToken, accessToken: issueAccessToken(), process, at: now(), isDelivered: false, isUsed: false, isRevoked: false };
    rotations.push(rotation);
    secrets.add(refreshToken).add(rotation.accessToken);
    return rotation;
  }

  /** Whether nobody can be blamed that the successor of a refresh token is not known: its answer was lost, or who had it died before it could save it. */
  function isExcused(process: Process): boolean {
    const last = rotations.at(-1);
    if (last === undefined || !last.isDelivered) return true;
    if (last.isUsed) return false;
    return last.process?.isAlive() === false || (diskFailed() && last.process !== process);
  }

  rotate(undefined);
  return {
    current: () => rotations.at(-1)?.refreshToken ?? "",
    answer(form, process) {
      const given = form.get("refresh_token") ?? "";
      if (form.get("grant_type") !== "refresh_token") return { status: 400, body: { error: "unsupported_grant_type" } };
      if (isLost) return { status: 400, body: { error: "invalid_grant" } };
      if (given !== rotations.at(-1)?.refreshToken && !isExcused(process)) {
        violate(
          `${process.name} used the refresh token ${given} again, and the consent is lost; ${rotations.at(-1)?.refreshToken} was issued since to ${rotations.at(-1)?.process?.name}`,
        );
        isLost = true;
        return { status: 400, body: { error: "invalid_grant" } };
      }
      const last = rotations.at(-1);
      if (last?.process === process && last.isUsed && !last.isRevoked && now() - last.at < EARLIEST_RENEWAL_MS)
        violate(`${process.name} asks for another access token, though the one that came with ${last.refreshToken} is good`);
      const { refreshToken, accessToken } = rotate(process);
      return { status: 200, body: { access_token: accessToken, token_type: "Bearer", expires_in: 100, refresh_token: refreshToken } };
    },
    delivered(refreshToken) {
      for (const rotation of rotations) if (rotation.refreshToken === refreshToken) rotation.isDelivered = true;
    },
    used(accessToken) {
      const index = rotations.findIndex((rotation) => rotation.accessToken === accessToken);
      const rotation = rotations[index];
      if (rotation === undefined || rotation.isUsed) return;
      rotation.isUsed = true;
      const safe = rotations.findIndex(({ refreshToken }) => refreshToken === kept()?.trim());
      if (safe < index)
        violate(`the access token that came with ${rotation.refreshToken} is used, and a power cut would leave ${kept()?.trim() ?? "no refresh token"}`);
    },
    revoked(accessToken) {
      for (const rotation of rotations) if (rotation.accessToken === accessToken) rotation.isRevoked = true;
    },
    secrets,
  };
}
