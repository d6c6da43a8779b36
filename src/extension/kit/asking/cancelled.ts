/** The user went back on a question. Commands end quietly with it. */
export class Cancelled extends Error {
  constructor() {
    super("cancelled");
  }
}
