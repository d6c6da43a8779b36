import { isName } from "./javaNames";

/** Releases of the official SDK, as far as what the classes use differs. */
export const sdkReleases: readonly string[] = ["3.2", "3.3", "3.4", "3.5", "3.6"];

/** Whether a text names a package: names of Java with dots between. */
export const isPackageName = (text: string): boolean => text.length <= 1000 && text.split(".").every(isName);
