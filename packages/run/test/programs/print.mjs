// Prints the secret of a variable on both outputs: in two parts, in bytes that are not UTF-8, in lines and in Base64.
const secret = process.env.SECRET;
const half = Math.ceil(secret.length / 2);
const write = (bytes) => new Promise((resolve) => process.stdout.write(bytes, resolve));
await write(Buffer.from([0xff, 0xfe, 0x00]));
await write(`<${secret.slice(0, half)}`);
await new Promise((resolve) => process.stdin.once("data", resolve));
await write(`${secret.slice(half)}>`);
await write(Buffer.from([0xc3]));
for (const line of secret.split("\n")) await write(`\n  ${line}`);
await write(`\n${Buffer.from(secret).toString("base64")}\n${JSON.stringify({ secret })}\n`);
process.stderr.write(`failed with ${secret}`);
process.exit(7);
