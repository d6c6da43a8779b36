/**
 * Names of tables and columns made of names of an ABI, which may be any text. What isn't a letter of English, a digit or `_` becomes `_`;
 * long names are cut. Databases don't tell capital letters apart, so that names that differ in them alone are the same. Of the same
 * names each gets the beginning of its selector or topic behind it (tables), or its place (columns), as does a name that was cut.
 */
const maxInterfaceLength = 18;
const maxMemberLength = 28;
const maxColumnLength = 48;
const digitsOfId = 8;

const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9_]/g, "_");

/** Of an interface: letters and digits alone, so that what follows an underscore is the member. */
export function interfaceName(name: string): string {
  const short = name.replaceAll(/[^A-Za-z0-9]/g, "").slice(0, maxInterfaceLength);
  return short === "" ? "Contract" : short;
}

/** @param id the interface's, hex digits */
export const unnamedInterface = (id: string): string => `abi${id.slice(0, digitsOfId)}`;

/** The name for an interface whose own is taken: with the beginning of its id, and where ids begin alike, a number. */
export function distinctInterface(name: string, id: string, isTaken: (name: string) => boolean): string {
  const own = interfaceName(name);
  let found = `${own.slice(0, maxInterfaceLength - digitsOfId)}${id.slice(0, digitsOfId)}`;
  for (let n = 2; isTaken(found); n++) {
    const number = `x${n}`;
    found = `${own.slice(0, maxInterfaceLength - digitsOfId - number.length)}${id.slice(0, digitsOfId)}${number}`;
  }
  return found;
}

/** A function or an event of an interface. */
interface NamedMember {
  readonly name: string;
  /** Selector or topic, with `0x`. */
  readonly id: string;
}

/**
 * The tables of the members of one interface, in their order.
 * @param kind what the table's name begins with
 */
export function memberTables(kind: "event" | "call", of: string, members: readonly NamedMember[]): string[] {
  const count = new Map<string, number>();
  const shortOf = ({ name }: NamedMember): string => plain(name).slice(0, maxMemberLength);
  for (const member of members) {
    const key = shortOf(member).toLowerCase();
    count.set(key, (count.get(key) ?? 0) + 1);
  }
  // an ABI may hold what looks like a name of ours, or the same event twice, indexed otherwise: no two get one table
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return members.map((member) => {
    const short = shortOf(member);
    const isAlone =
      count.get(short.toLowerCase()) === 1 && member.name.length <= maxMemberLength && !/_[0-9a-f]{8}$/i.test(short);
    const id = member.id.slice(2, 2 + digitsOfId);
    const wanted = isAlone ? short : `${short}_${id}`;
    const key = wanted.toLowerCase();
    let found = wanted;
    let n = numbers.get(key) ?? 1;
    while (taken.has(found.toLowerCase())) {
      n += 1;
      found = `${short.slice(0, maxMemberLength - 1 - String(n).length)}_${id}_${n}`;
    }
    numbers.set(key, n);
    taken.add(found.toLowerCase());
    return `${kind}_${of}_${found}`;
  });
}

/** Columns that a database has of its own, so that no table may: those of PostgreSQL, then those of InnoDB. */
const databaseColumns = ["tableoid", "ctid", "xmin", "xmax", "cmin", "cmax"].concat([
  "db_row_id",
  "db_trx_id",
  "db_roll_ptr",
  "fts_doc_id",
]);

/**
 * The columns of parameters, in their order.
 * @param fixed names of columns that the table has besides, in small letters
 * @param what stands for the name of a parameter without one, before its place: `arg`, `result`
 */
export function parameterColumns(names: readonly string[], fixed: ReadonlySet<string>, what: string): string[] {
  const short = names.map((name, place) => (name === "" ? `${what}${place}` : plain(name).slice(0, maxColumnLength)));
  const count = new Map<string, number>();
  for (const name of short) count.set(name.toLowerCase(), (count.get(name.toLowerCase()) ?? 0) + 1);
  const taken = new Set([...fixed, ...databaseColumns]);
  return short.map((name, place) => {
    let found = (count.get(name.toLowerCase()) ?? 0) > 1 || taken.has(name.toLowerCase()) ? `${name}_${place}` : name;
    while (taken.has(found.toLowerCase())) found += "_";
    taken.add(found.toLowerCase());
    return found;
  });
}
