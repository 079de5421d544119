import { describe, expect, it } from "vitest";
import { codeAtTime, readTimeCode } from "../../src/lib/cache/time-code.ts";
import { caught, thrown } from "../support.ts";
import { AT_CODE, mail, password, production, Server, watched } from "./support.ts";

const CODE = `${production}/${mail}/code?attribute=otp`;

/** Encodes a text in Base32 (RFC 4648 §6). */
function base32(text: string): string {
  const bits = [...new TextEncoder().encode(text)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

async function codeOf(address: string, wallMs: number): Promise<string> {
  const code = readTimeCode(address);
  if (code === undefined) throw new Error("expected an address of one-time codes");
  return codeAtTime(code, wallMs);
}

describe("one-time codes", () => {
  const secrets = {
    SHA1: "12345678901234567890",
    SHA256: "12345678901234567890123456789012",
    SHA512: "1234567890123456789012345678901234567890123456789012345678901234",
  };

  // RFC 6238, appendix B.
  it.each([
    [59, "94287082", "46119246", "90693936"],
    [1_111_111_109, "07081804", "68084774", "25091201"],
    [1_111_111_111, "14050471", "67062674", "99943326"],
    [1_234_567_890, "89005924", "91819424", "93441116"],
    [2_000_000_000, "69279037", "90698825", "38618901"],
    [20_000_000_000, "65353130", "77737706", "47863826"],
  ])("are those of RFC 6238 at %d seconds", async (seconds, ...codes) => {
    for (const [index, [algorithm, secret]] of Object.entries(secrets).entries())
      expect(await codeOf(`otpauth://totp/a?secret=${base32(secret)}&algorithm=${algorithm}&digits=8`, seconds * 1000)).toBe(codes[index]);
  });

  // RFC 4226, appendix D, whose counter is the number of the period.
  it("are those of RFC 4226 with six digits", async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, (_, count) => codeOf(`otpauth://totp/a?secret=${base32(secrets.SHA1)}`, count * 30_000)));
    expect(codes).toEqual(["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"]);
  });

  it.each([
    ["lower case, spaces and padding", `otpauth://totp/Example:a%20b?secret=gezd%20gnbv-gy3tqojq${"gezdgnbvgy3tqojq"}====&issuer=Example`, 59_000, "287082"],
    ["another period", `otpauth://totp/a?secret=${base32(secrets.SHA1)}&period=60`, 119_000, "287082"],
    ["another form of the algorithm", `otpauth://totp/a?secret=${base32(secrets.SHA256)}&algorithm=sha-256&digits=8`, 59_000, "46119246"],
  ])("take %s", async (_what, address, wallMs, code) => {
    expect(await codeOf(address, wallMs)).toBe(code);
  });

  it.each([
    "",
    "GEZDGNBVGY3TQOJQ",
    "otpauth://hotp/a?secret=GEZDGNBVGY3TQOJQ&counter=1",
    "otpauth://totp/a",
    "otpauth://totp/a?secret=",
    "otpauth://totp/a?secret=GEZDGNBVGY3TQOJ1",
    "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ&algorithm=MD5",
    "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ&digits=5",
    "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ&digits=11",
    "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ&period=0",
  ])("are not computed from %j", (address) => {
    expect(readTimeCode(address)).toBeUndefined();
  });
});

describe("a cache with one-time codes", () => {
  it("computes each code from the time, and sends nothing", async () => {
    const server = new Server();
    const { secrets } = await watched(server, { references: [CODE, `${production}/${mail}/password`] });
    server.takeRequests();
    const first = await secrets.oneTimeCode(CODE);
    expect(first).toBe(await codeOf(AT_CODE, server.clock.wallNow()));
    await server.clock.advance(29_999);
    expect(await secrets.oneTimeCode(CODE)).toBe(first);
    await server.clock.advance(1);
    expect(await secrets.oneTimeCode(CODE)).not.toBe(first);
    expect(server.requests).toEqual([]);
    expect(Object.keys(secrets.getAll())).toEqual([`${production}/${mail}/password`]);
  });

  it("computes them from the new address after a change, which it reports once", async () => {
    const server = new Server();
    const { secrets, changes, poll } = await watched(server, { references: [CODE] });
    const address = AT_CODE.replace("GEZD", "MZXW");
    server.set({ id: mail, fields: [{ id: "code", type: "OTP", value: address }] });
    await poll();
    expect(await secrets.oneTimeCode(CODE)).toBe(await codeOf(address, server.clock.wallNow()));
    expect(changes).toEqual([{ reference: CODE, kind: "changed", version: 2, previousVersion: 1 }]);
  });

  it("names the other method if a code is read as a value, or a value as a code", async () => {
    const server = new Server();
    const PASSWORD = `${production}/${mail}/password`;
    server.set({ id: mail, fields: [password(AT_CODE), { id: "code", type: "OTP", value: AT_CODE }] });
    const { secrets } = await watched(server, { references: [CODE, PASSWORD] });
    expect(thrown(() => secrets.get(CODE))).toMatchObject({
      name: "ArgumentError",
      message: "get: reference is one of a one-time code, which changes with time: use oneTimeCode",
    });
    expect(await caught(secrets.oneTimeCode(PASSWORD))).toMatchObject({
      name: "ArgumentError",
      message: expect.stringContaining("must end with ?attribute=otp"),
    });
  });
});
