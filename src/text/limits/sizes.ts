/** Bytes, or characters where those are what is limited. */
export const mebibyte = 1024 * 1024;
