/** The time that the import of a package took, and whether Node's undici was loaded before it or by it. */
export interface Imported {
  readonly importMs: number;
  readonly hadUndici: boolean;
  readonly loadedUndici: boolean;
}

const [specifier = "", create = ""] = process.argv.slice(2);
const undici = (): boolean =>
  (process as unknown as { readonly moduleLoadList: readonly string[] }).moduleLoadList.some((name) => /internal\/deps\/undici/.test(name));

const atStart = undici();
const begun = performance.now();
const module = (await import(specifier)) as { readonly [name: string]: unknown };
const importMs = performance.now() - begun;
if (create !== "") (module[create] as (options: object) => unknown)({ baseUrl: "https://service.invalid", token: "example-token" });
const imported: Imported = { importMs, hadUndici: atStart, loadedUndici: !atStart && undici() };
console.log(JSON.stringify(imported));
