/**
 * Bytes that arrive in pieces and are taken in others: what a stream cut into records needs. However it was cut, each byte is copied a
 * fixed number of times at most: pieces are joined only as far as what is asked for reaches, and only when so much is there.
 */
export class ByteQueue {
  #pieces: Buffer[] = [];
  /** The first of them that still counts. */
  #first = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#pieces.push(bytes);
    this.#size += bytes.length;
  }

  /** The first so many bytes, which stay; undefined while they are not there. */
  peek(count: number): Buffer | undefined {
    if (count === 0) return Buffer.alloc(0);
    if (count > this.#size) return undefined;
    return this.#joined(count).subarray(0, count);
  }

  /** The first so many bytes, which go; undefined while they are not there. */
  take(count: number): Buffer | undefined {
    const bytes = this.peek(count);
    if (!bytes || count === 0) return bytes;
    const rest = this.#joined(count).subarray(count);
    if (rest.length > 0) this.#pieces[this.#first] = rest;
    else this.#first += 1;
    this.#size -= count;
    this.#forget();
    return bytes;
  }

  /** Lets go of what was taken, now and then: half of the list at least goes each time. */
  #forget(): void {
    if (this.#first < 64 && this.#size > 0) return;
    if (2 * this.#first < this.#pieces.length) return;
    this.#pieces = this.#pieces.slice(this.#first);
    this.#first = 0;
  }

  /** The first piece, made as long as that. */
  #joined(count: number): Buffer {
    const first = this.#pieces[this.#first] ?? Buffer.alloc(0);
    if (first.length >= count) return first;
    let [last, length] = [this.#first, 0];
    while (length < count) length += this.#pieces[last++]?.length ?? 0;
    const joined = Buffer.concat(this.#pieces.slice(this.#first, last), length);
    this.#first = last - 1;
    this.#pieces[this.#first] = joined;
    return joined;
  }
}
