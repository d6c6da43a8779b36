import { bytesToHexDigits } from "../../crypto/bytes/hex";

interface Element {
  readonly key: string;
  /** Slot of the mapping. */
  readonly parent: string;
}

/** What one account hashed of 64 bytes and then wrote to: the elements of its mappings. Slots and keys are 64 hex digits. */
class AccountMappings {
  readonly hashed = new Map<string, Element>();
  readonly elements = new Map<string, Element>();
  readonly #children = new Map<string, string[]>();

  /** A slot was written. The mapping of an element may be an element itself. */
  write(slot: string): void {
    for (let at: string | undefined = slot; at !== undefined; ) {
      const found: Element | undefined = this.hashed.get(at);
      if (!found || this.elements.has(at)) return;
      this.elements.set(at, found);
      this.#children.set(found.parent, [...(this.#children.get(found.parent) ?? []), at]);
      at = found.parent;
    }
  }

  children(slot: string): readonly string[] {
    return this.#children.get(slot) ?? [];
  }

  element(slot: string): Element | undefined {
    return this.elements.get(slot) ?? this.hashed.get(slot);
  }
}

/** Mappings that were written since a test began to record them, by account: 40 hex digits. */
export class MappingRecord {
  readonly #accounts = new Map<string, AccountMappings>();

  #of(address: string): AccountMappings {
    let found = this.#accounts.get(address);
    if (!found) {
      found = new AccountMappings();
      this.#accounts.set(address, found);
    }
    return found;
  }

  /** A hash was made of a key and the slot of a mapping. */
  hashed(address: string, preimage: Uint8Array, hash: string): void {
    const [key, parent] = [bytesToHexDigits(preimage.subarray(0, 32)), bytesToHexDigits(preimage.subarray(32))];
    this.#of(address).hashed.set(hash, { key, parent });
  }

  written(address: string, slot: string): void {
    this.#of(address).write(slot);
  }

  children(address: string, slot: string): readonly string[] {
    return this.#of(address).children(slot);
  }

  element(address: string, slot: string): Element | undefined {
    return this.#of(address).element(slot);
  }
}
