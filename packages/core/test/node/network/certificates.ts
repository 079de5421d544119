import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** A private key and its certificate, both as PEM. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

/** What a certificate says. */
export interface CertificateOptions {
  /** The name of its owner. */
  readonly commonName: string;
  /** The IPv4 address or host name that it is for; none for an authority. */
  readonly host?: string;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

/** A certificate authority of one's own. */
export interface Authority extends Identity {
  issue(options: CertificateOptions): Identity;
}

const DAY_MS = 86_400_000;

/** Makes an authority. */
export function createAuthority(commonName: string): Authority {
  const authority = createIdentity({ commonName });
  return { ...authority, issue: (options) => createIdentity(options, { commonName, key: authority.privateKey }) };
}

/** Makes a certificate that vouches for itself. */
export function selfSign(options: CertificateOptions): Identity {
  return createIdentity(options);
}

interface Signer {
  readonly commonName: string;
  readonly key: KeyObject;
}

function createIdentity({ commonName, host, notBefore, notAfter }: CertificateOptions, signer?: Signer): Identity & { readonly privateKey: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { commonName: issuer, key } = signer ?? { commonName, key: privateKey };
  const now = Date.now();
  // RFC 5280 §4.1.
  const signed = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(time(notBefore ?? new Date(now - DAY_MS)), time(notAfter ?? new Date(now + DAY_MS))),
    nameOf(commonName),
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(host === undefined ? AUTHORITY : alternativeName(host))),
  );
  const signature = sign("sha256", signed, key);
  const certificate = sequence(signed, ECDSA_WITH_SHA256, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return { key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), cert: pem(certificate), privateKey };
}

const ECDSA_WITH_SHA256 = sequence(objectIdentifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const COMMON_NAME = objectIdentifier(0x55, 0x04, 0x03);
// RFC 5280 §4.2.1.9: basic constraints, critical, CA.
const AUTHORITY = sequence(objectIdentifier(0x55, 0x1d, 0x13), tagged(0x01, Buffer.from([0xff])), tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff])))));

/** RFC 5280 §4.2.1.6: the subject's alternative name, an address or a host name. */
function alternativeName(host: string): Buffer {
  const name = /^[\d.]+$/.test(host) ? tagged(0x87, Buffer.from(host.split(".").map(Number))) : tagged(0x82, Buffer.from(host));
  return sequence(objectIdentifier(0x55, 0x1d, 0x11), tagged(0x04, sequence(name)));
}

function nameOf(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(commonName)))));
}

function time(at: Date): Buffer {
  return tagged(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, "").slice(0, 14)}Z`));
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

function objectIdentifier(...bytes: readonly number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

/** ITU-T X.690 §8.1: tag, length, contents. */
function tagged(tag: number, contents: Buffer): Buffer {
  const { length } = contents;
  const lengthBytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), contents]);
}

function pem(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${(der.toString("base64").match(/.{1,64}/g) ?? []).join("\n")}\n-----END CERTIFICATE-----\n`;
}
