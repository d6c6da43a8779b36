/** An IP literal as the node's network library takes it: no host name, no port, no leading zeros in IPv4. */
interface IpAddress {
  readonly version: 4 | 6;
  readonly loopback: boolean;
  /** `0.0.0.0` or `::`: every address of the host. */
  readonly any: boolean;
}

function parseIpv4(value: string): number[] | undefined {
  const parts = value.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part))) return undefined;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

/** The eight groups of an IPv6 literal, `::` and a dotted tail allowed. */
function parseIpv6(value: string): number[] | undefined {
  const [address = ""] = value.split("%", 1);
  const halves = address.split("::");
  if (halves.length > 2) return undefined;
  const groups = halves.map((half, index) => parseGroups(half, index === halves.length - 1));
  const [head, tail] = groups;
  if (!head || (groups.length === 2 && !tail)) return undefined;
  if (!tail) return head.length === 8 ? head : undefined;
  const missing = 8 - head.length - tail.length;
  return missing < 1 ? undefined : [...head, ...Array.from({ length: missing }, () => 0), ...tail];
}

function parseGroups(half: string, last: boolean): number[] | undefined {
  if (half === "") return [];
  const parts = half.split(":");
  const groups: number[] = [];
  for (const [index, part] of parts.entries()) {
    const dotted = last && index === parts.length - 1 && part.includes(".") ? parseIpv4(part) : undefined;
    if (dotted) {
      const [a = 0, b = 0, c = 0, d = 0] = dotted;
      groups.push(a * 256 + b, c * 256 + d);
    } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups;
}

/** Reads an IPv4 or IPv6 literal; `undefined` for anything else. */
export function parseIp(value: string): IpAddress | undefined {
  const four = parseIpv4(value);
  if (four) return { version: 4, loopback: four[0] === 127, any: four.every((byte) => byte === 0) };
  const six = parseIpv6(value);
  if (!six) return undefined;
  const zeros = six.slice(0, 7).every((group) => group === 0);
  return { version: 6, loopback: zeros && six[7] === 1, any: zeros && six[7] === 0 };
}
