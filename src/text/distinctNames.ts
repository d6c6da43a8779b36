/** Steps of a path, under either separator. */
const stepsOf = (path: string): string[] => path.split(/[\\/]/).filter((step) => step !== "");

/**
 * A name for each path: its last step, and where several end in the same, as many steps before it as tell them apart: of
 * `a/127.0.0.1/node0` and `b/127.0.0.1/node0` all three. The same path twice has the same name.
 */
export function distinctNames(paths: readonly string[]): string[] {
  const all = paths.map(stepsOf);
  const names = new Map<string, string>();
  let open = new Map(all.map((steps) => [steps.join("/"), steps]));
  for (let count = 1; open.size > 0; count++) {
    const ends = new Map<string, number>();
    for (const [whole, steps] of open) {
      const end = steps.slice(-count).join("/");
      names.set(whole, end);
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    // what ends as another does takes one step more, as long as it has one
    open = new Map(
      [...open].filter(([whole, { length }]) => length > count && (ends.get(names.get(whole) ?? "") ?? 0) > 1),
    );
  }
  return all.map((steps) => names.get(steps.join("/")) ?? "");
}
