import { caughtUp, handlers, type MovedRow, order, parallelCalls, rotated, soak, stopped, tokenExpires } from "./moved.ts";
import type { Row } from "./row.ts";
import { refused } from "./rows/f01-refused.ts";
import { reset } from "./rows/f02-reset.ts";
import { stale } from "./rows/f03-stale.ts";
import { brokenBodies } from "./rows/f04-broken-bodies.ts";
import { hiddenTruncation } from "./rows/f05-hidden-truncation.ts";
import { cutFiles } from "./rows/f06-cut-files.ts";
import { stalled } from "./rows/f07-stalls.ts";
import { dripping } from "./rows/f08-drips.ts";
import { aborted } from "./rows/f09-abort.ts";
import { malformed } from "./rows/f10-malformed.ts";
import { loginPage } from "./rows/f11-login-page.ts";
import { emptyAnswers } from "./rows/f12-empty.ts";
import { encodings } from "./rows/f13-encodings.ts";
import { flooding } from "./rows/f14-floods.ts";
import { names } from "./rows/f15-names.ts";
import { untrusted } from "./rows/f16-tls.ts";
import { retryAfter } from "./rows/f17-retry-after.ts";
import { unavailable } from "./rows/f18-standard-retry.ts";
import { outage } from "./rows/f19-outage.ts";
import { refusals } from "./rows/f20-refusals.ts";
import { refusedAgain } from "./rows/f22-refused-again.ts";
import { clocks } from "./rows/f24-clocks.ts";
import { forbidden } from "./rows/f26-forbidden.ts";
import { checkpoints } from "./rows/f30-checkpoints.ts";
import { standstill } from "./rows/f33-standstill.ts";
import { repeated } from "./rows/f35-repeated.ts";
import { cursors } from "./rows/f37-cursors.ts";
import { noCursor } from "./rows/f38-no-cursor.ts";
import { foreignNext } from "./rows/f39-foreign-next.ts";
import { redirected } from "./rows/f40-redirects.ts";
import { linkHeader } from "./rows/f41-link-header.ts";
import { activity } from "./rows/f42-activity.ts";
import { origin } from "./rows/origin.ts";
import { inlineFiles } from "./rows/f43-inline-files.ts";
import { paused } from "./rows/f44-paused.ts";
import { secrets } from "./rows/secrets.ts";
import { tricks } from "./rows/tricks.ts";

/** The rows in their order. The last one looks at what all others have shown. */
export const matrix: readonly (Row | MovedRow)[] = [
  refused,
  reset,
  stale,
  brokenBodies,
  hiddenTruncation,
  cutFiles,
  stalled,
  dripping,
  aborted,
  malformed,
  loginPage,
  emptyAnswers,
  encodings,
  flooding,
  names,
  untrusted,
  retryAfter,
  unavailable,
  outage,
  refusals,
  tokenExpires,
  refusedAgain,
  parallelCalls,
  clocks,
  rotated,
  forbidden,
  checkpoints,
  handlers,
  standstill,
  caughtUp,
  repeated,
  order,
  cursors,
  noCursor,
  foreignNext,
  redirected,
  linkHeader,
  inlineFiles,
  activity,
  paused,
  soak,
  stopped,
  origin,
  tricks,
  secrets,
];
