/** Answers each question that the parent process asks, after saying that the program is ready. An error ends the program, which says why. */
export function answering<Question>(answer: (question: Question) => unknown): void {
  process.on("message", async (question: Question) => process.send?.({ answer: await answer(question) }));
  process.once("disconnect", () => process.exit());
  process.send?.({ answer: "ready" });
}
