import { X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createAuthority, selfSign } from "./certificates.ts";

describe("a certificate", () => {
  it("is vouched for by its authority and by no other", () => {
    const authority = createAuthority("An authority");
    const certificate = new X509Certificate(authority.issue({ commonName: "a server", host: "127.0.0.1" }).cert);
    expect(certificate.verify(new X509Certificate(authority.cert).publicKey)).toBe(true);
    expect(certificate.verify(new X509Certificate(createAuthority("Another").cert).publicKey)).toBe(false);
    expect(certificate.checkIssued(new X509Certificate(authority.cert))).toBe(true);
  });

  it("is for its host alone", () => {
    const byAddress = new X509Certificate(selfSign({ commonName: "a server", host: "127.0.0.1" }).cert);
    expect([byAddress.checkIP("127.0.0.1"), byAddress.checkIP("127.0.0.2")]).toEqual(["127.0.0.1", undefined]);
    const byName = new X509Certificate(selfSign({ commonName: "a server", host: "service.example" }).cert);
    expect([byName.checkHost("service.example"), byName.checkHost("other.example")]).toEqual(["service.example", undefined]);
  });

  it("is valid in its time", () => {
    const notAfter = new Date("2024-05-02T10:15:00Z");
    expect(new Date(new X509Certificate(selfSign({ commonName: "a server", notAfter }).cert).validTo)).toEqual(notAfter);
  });
});
