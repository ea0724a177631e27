/**
 * Answers come in any order, and one that was asked before something changed tells of before: only
 * that to the newest question is taken. One for each thing that is read as a whole.
 */
export interface Newest {
  /**
   * `take` hears the answer, unless something newer came after the question. Ends once the newest
   * has been answered, and fails only where that does.
   */
  ask<Answer>(question: Promise<Answer>, take: (answer: Answer) => void): Promise<void>
  /** It is another now: what is on its way is of before. */
  changed(): void
}

export function createNewest(): Newest {
  let turn = 0
  let last: Promise<void> = Promise.resolve()
  return {
    ask(question, take) {
      const mine = (turn += 1)
      const asked = async () => {
        try {
          const answer = await question
          if (mine === turn) take(answer)
        } catch (error) {
          if (mine === turn) throw error
        }
        if (last !== done) await last
      }
      const done = asked()
      last = done
      return done
    },
    changed: () => void (turn += 1),
  }
}
