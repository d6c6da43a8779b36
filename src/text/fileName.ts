/** What a file is called that is named after a text: what is no letter, digit, `.`, `_` or `-` becomes `-`. */
export const fileName = (text: string): string => text.replace(/[^\p{L}\p{N}._-]+/gu, "-");
