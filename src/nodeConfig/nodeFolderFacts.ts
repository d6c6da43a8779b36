import { detachedText } from "../text/shortText";

/** What the small files of a node folder say, no matter who read them (docs/protocol/config-ini.md, "Access lists"). */

/** The banner's line is shorter than this. */
const bannerLength = 200;

/**
 * The release that a node printed when it started last, `3.16.0`: every start writes a banner into `nohup.out`. Takes that file's
 * text, of which the end is enough.
 */
export function startedVersion(nohup: string | undefined): string | undefined {
  const last = nohup?.lastIndexOf("FISCO BCOS Version") ?? -1;
  if (nohup === undefined || last < 0) return undefined;
  return /^FISCO BCOS Version\s*:\s*v?(\d+\.\d+\.\d+)/.exec(nohup.slice(last, last + bannerLength))?.[1];
}

/** The digits in an identity file (`conf/*.nodeid`), lower case; `undefined` when it holds no ID of that many digits. */
export function identityInFile(content: string | undefined, digits: 128 | 512): string | undefined {
  const id = content?.trim().toLowerCase();
  return id !== undefined && id.length === digits && /^[0-9a-f]+$/.test(id) ? id : undefined;
}

/** The report that a node writes after each block it commits (docs/protocol/node-folders.md, "Logs"). */
const report = "^Report";
const height = /[^\w]committedIndex=(\d{1,20})/;
const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/;

/** The last height that a node's log tells of, and when it was written there (local time of the node). */
export function heightInLog(text: string): { height: bigint; at: string } | undefined {
  // From the end, a line once: whatever stands in the file, no character is looked at twice.
  for (let end = text.length; ; ) {
    const found = end > 0 ? text.lastIndexOf(report, end - 1) : -1;
    if (found < 0) return undefined;
    const start = text.lastIndexOf("\n", found) + 1;
    const stop = text.indexOf("\n", found);
    const line = text.slice(start, stop < 0 ? text.length : stop);
    const bar = line.indexOf("|");
    const at = bar < 0 || bar > found - start ? undefined : time.exec(line.slice(bar + 1, bar + 20))?.[0];
    const index = height.exec(line.slice(line.indexOf(report) + report.length))?.[1];
    if (at !== undefined && index !== undefined) return { at: detachedText(at), height: BigInt(index) };
    end = start;
  }
}
