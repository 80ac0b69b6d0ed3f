/** A reason not to go on, in a sentence for the person at the terminal. */
export class Refusal extends Error {}

/** Runs a command to its end; a refusal is told without a stack trace. */
export async function orRefuse(work) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
