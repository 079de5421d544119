/** Reports to the parent process that the program is ready, and then responds to each of its messages. An error ends the program with its stack. */
export function answering<Question>(answer: (question: Question) => unknown): void {
  process.on("message", async (question: Question) => process.send?.({ answer: await answer(question) }));
  process.once("disconnect", () => process.exit());
  process.send?.({ answer: "ready" });
}
