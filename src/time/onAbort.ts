/** Those who wait for a signal's end, and the one listener that it has for all of them. */
interface Waiting {
  readonly all: Set<() => void>;
  readonly tell: () => void;
}

const waitingFor = new WeakMap<AbortSignal, Waiting>();

function firstFor(signal: AbortSignal): Waiting {
  const all = new Set<() => void>();
  const tell = (): void => {
    waitingFor.delete(signal);
    for (const each of all) each();
  };
  const made = { all, tell };
  waitingFor.set(signal, made);
  signal.addEventListener("abort", tell, { once: true });
  return made;
}

/**
 * Calls `ended` when a signal is aborted, once; never for one that is aborted already. However many requests wait for one signal, it has
 * one listener, and none without waiting callers: Node.js warns of a leak where it has more than ten.
 * @returns takes it back
 */
export function onAbort(signal: AbortSignal, ended: () => void): () => void {
  const waiting = waitingFor.get(signal) ?? firstFor(signal);
  const { all, tell } = waiting;
  // what is given twice is called twice
  const call = (): void => ended();
  all.add(call);
  return () => {
    all.delete(call);
    if (all.size > 0 || waitingFor.get(signal) !== waiting) return;
    waitingFor.delete(signal);
    signal.removeEventListener("abort", tell);
  };
}
