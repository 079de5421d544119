const [specifier = ""] = process.argv.slice(2);
const begun = performance.now();
await import(specifier);
console.log(performance.now() - begun);
