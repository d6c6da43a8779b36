const pageSize = 1024;
const blank = new Uint8Array(pageSize);

/** Memory of a frame that is cheap to keep many times: copies share the pages that neither writes. */
export class PagedMemory {
  #pages: (Uint8Array | undefined)[] = [];
  #own: boolean[] = [];
  /** Bytes up to the highest that was touched, in whole words. */
  size = 0;

  /** The same content, from here on on its own. */
  copy(): PagedMemory {
    const copied = new PagedMemory();
    copied.#pages = this.#pages.slice();
    copied.size = this.size;
    this.#own = [];
    return copied;
  }

  extend(end: number): void {
    if (end > this.size) this.size = Math.ceil(end / 32) * 32;
  }

  #page(index: number): Uint8Array {
    let page = this.#pages[index];
    if (!page || !this.#own[index]) {
      page = page ? page.slice() : new Uint8Array(pageSize);
      this.#pages[index] = page;
      this.#own[index] = true;
    }
    return page;
  }

  write(offset: number, bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.extend(offset + bytes.length);
    let done = 0;
    while (done < bytes.length) {
      const at = offset + done;
      const within = at % pageSize;
      const count = Math.min(pageSize - within, bytes.length - done);
      this.#page((at - within) / pageSize).set(bytes.subarray(done, done + count), within);
      done += count;
    }
  }

  writeByte(offset: number, byte: number): void {
    this.extend(offset + 1);
    this.#page(Math.floor(offset / pageSize))[offset % pageSize] = byte;
  }

  /** Bytes, zeros beyond what was written; nothing is extended. */
  read(offset: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    let done = 0;
    while (done < length) {
      const at = offset + done;
      if (at >= this.size) break;
      const within = at % pageSize;
      const count = Math.min(pageSize - within, length - done);
      bytes.set((this.#pages[(at - within) / pageSize] ?? blank).subarray(within, within + count), done);
      done += count;
    }
    return bytes;
  }
}
