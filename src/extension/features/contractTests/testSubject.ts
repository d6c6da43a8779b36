/** What the lens says is to run. */
export interface TestSubject {
  readonly uri: string;
  readonly contract: string;
  readonly test: string | undefined;
}
