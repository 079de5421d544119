import type { Process } from "./process.ts";

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

/** Makes a token endpoint that rotates refresh tokens: a second use of one revokes the consent. */
export function createConsent({ now, issueAccessToken, kept, diskFailed, violate }: ConsentOptions) {
  const secrets = new Set<string>();
  const rotation = (place: number, process?: Process) => {
    const refreshToken = `consent-refresh-${String(place).padStart(4, "0")}-secret`;
    const accessToken = issueAccessToken();
    secrets.add(refreshToken).add(accessToken);
    return { refreshToken, accessToken, process, at: now(), isDelivered: false, isUsed: false, isRevoked: false };
  };
  let last = rotation(0);
  const rotations = [last];
  let isLost = false;

  /** Whether nobody can be blamed that the successor of a refresh token is not known: its answer was lost, or who had it died before it could save it. */
  function isExcused(process: Process): boolean {
    if (!last.isDelivered) return true;
    if (last.isUsed) return false;
    return last.process?.isAlive() === false || (diskFailed() && last.process !== process);
  }

  return {
    /** The refresh token that is good now. */
    current: () => last.refreshToken,
    /** Answers a request of the refresh grant. */
    answer(form: URLSearchParams, process: Process): { readonly status: number; readonly body: object } {
      const given = form.get("refresh_token") ?? "";
      if (form.get("grant_type") !== "refresh_token") return { status: 400, body: { error: "unsupported_grant_type" } };
      if (!isLost && given !== last.refreshToken && !isExcused(process)) {
        violate(
          `${process.name} used the refresh token ${given} again, and the consent is lost; ${last.refreshToken} was issued since to ${last.process?.name}`,
        );
        isLost = true;
      }
      if (isLost) return { status: 400, body: { error: "invalid_grant" } };
      if (last.process === process && last.isUsed && !last.isRevoked && now() - last.at < EARLIEST_RENEWAL_MS)
        violate(`${process.name} asks for another access token, though the one that came with ${last.refreshToken} is good`);
      last = rotation(rotations.length, process);
      rotations.push(last);
      const { refreshToken, accessToken } = last;
      return { status: 200, body: { access_token: accessToken, token_type: "Bearer", expires_in: 100, refresh_token: refreshToken } };
    },
    /** The answer reached who asked. */
    delivered(refreshToken: string): void {
      for (const each of rotations) if (each.refreshToken === refreshToken) each.isDelivered = true;
    },
    /** An access token is used: its refresh token must be safe by then. */
    used(accessToken: string): void {
      const index = rotations.findIndex((each) => each.accessToken === accessToken);
      const used = rotations[index];
      if (used === undefined || used.isUsed) return;
      used.isUsed = true;
      const safe = rotations.findIndex(({ refreshToken }) => refreshToken === kept()?.trim());
      if (safe < index)
        violate(`the access token that came with ${used.refreshToken} is used, and a power cut would leave ${kept()?.trim() ?? "no refresh token"}`);
    },
    /** An access token is taken back: who has it needs another. */
    revoked(accessToken: string): void {
      for (const each of rotations) if (each.accessToken === accessToken) each.isRevoked = true;
    },
    secrets,
  };
}
