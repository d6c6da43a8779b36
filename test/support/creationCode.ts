/** Creation code, in hex digits, that leaves this runtime code behind. */
export function creationCode(runtime: string): string {
  const size = (runtime.length / 2).toString(16).padStart(4, "0");
  return `61${size}80600c6000396000f3${runtime}`;
}
