import { isDeviceName } from "../text/deviceNames";

/**
 * Names of files in their order, each made another by a number where a system that knows no case would take it for an earlier one, or
 * Windows for a device.
 */
export function uniqueFileNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()) || isDeviceName(free); number++) free = `${name}${number}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** A contract's name as one of letters, digits, and underscores that begins with no digit. */
export const plainName = (name: string): string => name.replace(/\W/g, "_").replace(/^(?=\d)/, "_") || "_";
