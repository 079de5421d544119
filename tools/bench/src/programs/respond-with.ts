/** Responds to each message of the parent process. An error ends the program with its stack. */
export function respondWith<Question>(answer: (question: Question) => Promise<unknown>): void {
  process.on("message", async ({ question }: { readonly question: Question }) => {
    // A round must not pay for the garbage of the previous one.
    (globalThis as { gc?: () => void }).gc?.();
    process.send?.(await answer(question));
  });
  process.once("disconnect", () => process.exit());
}
