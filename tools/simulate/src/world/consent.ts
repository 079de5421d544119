import type { Context } from "./context.ts";
import type { Machine } from "./machine.ts";
import { type Answer, json } from "./messages.ts";
import type { Process } from "./process.ts";

// Valid for 100 s, renewed 20 s before the end; the network may delay the request by 30 s.
const EARLIEST_RENEWAL_MS = 45_000;

/** Rotates refresh tokens: a second use of one revokes the consent. `file` has the machine's. */
export function createConsent({ timeline: { now }, violate }: Context, machine: Machine, file: string, issueAccessToken: () => string) {
  const rotation = (place: number, process?: Process) => {
    const refreshToken = `consent-refresh-${String(place).padStart(4, "0")}-secret`;
    return { refreshToken, accessToken: issueAccessToken(), process, at: now(), isDelivered: false, isUsed: false, isRevoked: false };
  };
  let last = rotation(0);
  const rotations = [last];
  let isLost = false;

  /** Whether an old refresh token is excused: its successor was lost, or the process died. */
  function isExcused(process: Process): boolean {
    if (!last.isDelivered) return true;
    if (last.isUsed) return false;
    return last.process?.isAlive() === false || (machine.hadDiskFaults && last.process !== process);
  }

  return {
    /** Returns the valid refresh token. */
    current: () => last.refreshToken,
    /** Returns the response to a request of the refresh grant. */
    respond(form: URLSearchParams, process: Process): Answer {
      const given = form.get("refresh_token") ?? "";
      if (!isLost && given !== last.refreshToken && !isExcused(process)) {
        violate(
          `${process.name} used the refresh token ${given} again, which revokes the consent; ${last.process?.name} has received ${last.refreshToken} since`,
        );
        isLost = true;
      }
      if (isLost) return json(400, { error: "invalid_grant" });
      if (last.process === process && last.isUsed && !last.isRevoked && now() - last.at < EARLIEST_RENEWAL_MS)
        violate(`${process.name} requests another access token, though the one of ${last.refreshToken} is valid`);
      last = rotation(rotations.length, process);
      rotations.push(last);
      const { refreshToken, accessToken } = last;
      return json(200, { access_token: accessToken, token_type: "Bearer", expires_in: 100, refresh_token: refreshToken });
    },
    /** Reports that the response with a refresh token was received. */
    delivered(refreshToken: string): void {
      for (const each of rotations) if (each.refreshToken === refreshToken) each.isDelivered = true;
    },
    /** Reports that an access token is used. Its refresh token must be saved by then. */
    used(accessToken: string): void {
      const index = rotations.findIndex((each) => each.accessToken === accessToken);
      const used = rotations[index];
      if (used === undefined || used.isUsed) return;
      used.isUsed = true;
      const kept = machine.disk.keptText(file)?.trim();
      const safe = rotations.findIndex(({ refreshToken }) => refreshToken === kept);
      if (safe < index) violate(`the access token of ${used.refreshToken} is used, but a power cut would leave ${kept ?? "no refresh token"}`);
    },
    /** Reports that an access token is revoked, so that its owner needs another. */
    revoked(accessToken: string): void {
      for (const each of rotations) if (each.accessToken === accessToken) each.isRevoked = true;
    },
    secrets: (): readonly string[] => rotations.flatMap(({ refreshToken, accessToken }) => [refreshToken, accessToken]),
  };
}
