/** Two figures that count, never with an exponent: 99.7 is 100, and what is next to nothing is 0. */
export function shortNumber(value: number): string {
  if (value >= 9.95) return value.toFixed(0);
  return value < 0.001 ? "0" : String(Number(value.toPrecision(2)));
}
