/**
 * Begins all of them and gives what they come to. What throws while it begins is a rejection like any other: in
 * `Promise.all([ask(), read()])` a `read` that throws leaves the promise of `ask` to no one, and its failure then ends the program.
 */
export const allBegun = <Works extends readonly (() => unknown)[]>(
  ...works: Works
): Promise<{ -readonly [Index in keyof Works]: Awaited<ReturnType<Works[Index]>> }> =>
  Promise.all(works.map(async (work) => work())) as never;
