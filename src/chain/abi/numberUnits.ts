/** Decimal places of each unit of money above wei. */
export const moneyPlaces = {
  wei: 0,
  kwei: 3,
  mwei: 6,
  gwei: 9,
  szabo: 12,
  finney: 15,
  ether: 18,
  kether: 21,
  mether: 24,
  gether: 27,
} as const;

/** Seconds of each unit of time, as Solidity has them. */
const timeSeconds = { seconds: 1n, minutes: 60n, hours: 3600n, days: 86_400n, weeks: 604_800n } as const;

/** Wei that one of a unit of money is. */
export const weiIn = (unit: keyof typeof moneyPlaces): bigint => 10n ** BigInt(moneyPlaces[unit]);

/** Less is no amount of money that a person would name, nor is what has more places than this. */
const roundEther = { min: 10n ** 15n, step: 10n ** 12n, max: 10n ** 30n };

/** `2.5 ether`: a whole number as money of 18 places, as coins and tokens have; undefined where it is small, or not round. */
export function etherText(value: bigint): string | undefined {
  const size = value < 0n ? -value : value;
  if (size < roundEther.min || size > roundEther.max || size % roundEther.step !== 0n) return undefined;
  const digits = String(size).padStart(moneyPlaces.ether + 1, "0");
  const whole = digits.slice(0, -moneyPlaces.ether);
  // a multiple of the step has six places, which a number keeps without zeros at their end
  const fraction = String(Number(`0.${digits.slice(-moneyPlaces.ether).slice(0, 6)}`)).slice(1);
  return `${value < 0n ? "-" : ""}${whole}${fraction} ether`;
}

/** What one of a unit is worth; undefined for a word that is none. A singular is understood too. */
function factorOf(unit: string): bigint | undefined {
  const name = unit.toLowerCase();
  if (Object.hasOwn(moneyPlaces, name)) return weiIn(name as keyof typeof moneyPlaces);
  const plural = name.endsWith("s") ? name : `${name}s`;
  return Object.hasOwn(timeSeconds, plural) ? timeSeconds[plural as keyof typeof timeSeconds] : undefined;
}

/**
 * A whole number as a person writes it: `-42`, `1_000`, `0xff`, `1.5 ether`, `3 days`, `1e18`. Undefined for anything else, also for what
 * is no whole number in the end.
 */
export function parseWholeNumber(text: string): bigint | undefined {
  const [, sign = "", hex, whole = "", fraction = "", exponent = "0", unit = "wei"] =
    /^([+-]?)(?:(0x[0-9a-f]+)|(\d[\d_]*)(?:\.(\d+))?(?:e\+?(\d{1,2}))?\s*([a-z]+)?)$/i.exec(text.trim()) ?? [];
  const factor = factorOf(unit);
  if ((hex === undefined && whole === "") || factor === undefined) return undefined;
  const scaled =
    hex === undefined ? BigInt(whole.replaceAll("_", "") + fraction) * 10n ** BigInt(exponent) * factor : BigInt(hex);
  const divisor = 10n ** BigInt(fraction.length);
  if (scaled % divisor !== 0n) return undefined;
  return (scaled / divisor) * (sign === "-" ? -1n : 1n);
}
