/** Answers each question that the parent process asks, one after the other, after saying that the program is ready. */
export function answering<Question, Answer>(ready: unknown, answer: (question: Question) => Answer | Promise<Answer>): void {
  process.on("message", (question: Question) => {
    Promise.resolve()
      .then(() => answer(question))
      .then(
        (value) => process.send?.({ answer: value }),
        (error: unknown) => process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      );
  });
  process.once("disconnect", () => process.exit());
  process.send?.({ answer: ready });
}
