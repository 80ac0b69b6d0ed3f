/** A start that cannot go on. Its message is the whole story, meant for the person at the terminal. */
export class StartRefusal extends Error {
  override name = 'StartRefusal'
}
