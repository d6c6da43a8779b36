import { isHexCode, lastAmount } from "./division";

const addressDigits = 40;
const word = 32;

interface ShownLog {
  readonly topics: number;
  readonly data: number;
}

/** `one`: it can be cut in no other way. `events`: only an event's interface tells topics from data. `other`: it can be cut otherwise. */
export type ReceiptDivision = "one" | "events" | "other";

/**
 * Where the event ends whose address begins at a place of the body, when an interface that is known here has such an event there;
 * undefined when none has.
 */
export type EventEnd = (body: Uint8Array, place: number) => number | undefined;

/**
 * Whether what was hashed between status and block number can only be the output and the events shown.
 * @param body output, gas price and events as they were hashed
 * @param known for each event shown, whether its interface says that it has so many topics
 */
export function receiptDivision(
  body: Uint8Array,
  { output, price }: { readonly output: number; readonly price: number },
  logs: readonly ShownLog[],
  known: readonly boolean[],
  eventEnd: EventEnd = () => undefined,
): ReceiptDivision {
  if (lastAmount(body, output) !== undefined) return "other";
  if (logs.length > 0 && (output % word !== 0 || logs.some(({ data }) => data % word !== 0))) return "other";
  const ends = new Map<number, number>();
  let length = output;
  for (const log of logs) {
    const end = length + addressDigits + word * log.topics + log.data;
    ends.set(length + price, end + price);
    length = end;
  }
  const places = eventPlaces(body, price, eventEnd);
  // what an interface recognizes is shown as that event
  if (places.some(({ place, end }) => end !== undefined && ends.get(place) !== end)) return "other";
  if (eventDivisions(places, price, logs.length === 0, length) !== 1) return "other";
  const open = logs.some((log, i) => known[i] !== true && log.topics + log.data > 0);
  return open ? "events" : "one";
}

interface EventPosition {
  readonly place: number;
  /** Events before it, modulo 4: an event takes 40 bytes beside its words. */
  readonly kind: number;
  /** Of one that an interface recognizes: it is an event in every reading, and ends here. */
  readonly end: number | undefined;
  /** In how many ways the body can be cut up to here. */
  ways: number;
}

/** Places where an event may begin: 40 digits of an address, so many bytes from the start that whole words can lie between. */
function eventPlaces(body: Uint8Array, price: number, eventEnd: EventEnd): EventPosition[] {
  const places: EventPosition[] = [];
  let run = 0;
  for (let at = 0; at <= body.length; at++) {
    run = isHexCode(body[at]) ? run + 1 : 0;
    const place = at + 1 - addressDigits;
    if (run < addressDigits || (place - price) % 8 !== 0 || place < price) continue;
    const end = eventEnd(body, place);
    const whole = end !== undefined && (end - place - addressDigits) % word === 0 ? end : undefined;
    places.push({ place, kind: ((place - price) / 8) % 4, end: whole, ways: 0 });
  }
  return places;
}

/** Ways to have cut the body so far, by the number of events modulo 4. */
class Ways {
  readonly #open = [1, 0, 0, 0];
  /** After an event that ends where its interface says: only there it goes on. */
  readonly #exact = new Map<number, number>();

  /** An event that was begun counts from where the next may begin. */
  pass({ end, kind, ways }: EventPosition): void {
    if (end === undefined) {
      const next = (kind + 1) % 4;
      this.#open[next] = Math.min(2, (this.#open[next] ?? 0) + ways);
      return;
    }
    // no reading leaves a recognized event out
    this.#open.fill(0);
    this.#exact.clear();
    this.#exact.set(end, ways);
  }

  upTo(at: number, kind: number): number {
    return Math.min(2, (this.#open[kind] ?? 0) + (this.#exact.get(at) ?? 0));
  }
}

/**
 * In how many ways whole words of output and of events fill the body, 2 for more than one. Where the next event may begin, and how many
 * there can be, follows modulo 4.
 * @param bare no events are shown: then the output may have any length
 * @param length of output and events
 */
function eventDivisions(places: readonly EventPosition[], price: number, bare: boolean, length: number): number {
  const ways = new Ways();
  let passed = 0;
  let recognizedEnd = -1;
  for (const each of places) {
    for (let before = places[passed]; before && before.place + addressDigits <= each.place; before = places[++passed])
      ways.pass(before);
    // in the digits of a recognized event no other begins
    each.ways = each.place < recognizedEnd ? 0 : ways.upTo(each.place, each.kind);
    if (each.end !== undefined) recognizedEnd = each.place + addressDigits;
  }
  for (const rest of places.slice(passed)) ways.pass(rest);
  const whole = length % 8 === 0 ? ways.upTo(length + price, (length / 8) % 4) : 0;
  const recognized = places.some(({ end }) => end !== undefined);
  // the way without events is among those of kind 0 already
  return bare && !recognized && length % word !== 0 ? whole + 1 : whole;
}
