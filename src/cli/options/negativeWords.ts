/** Stands before a negative number while options are read: `-5` is a value here, as no option begins with a digit. */
const negativeMark = "\u0000";

export const hideNegative = (word: string): string => (/^-\d/.test(word) ? `${negativeMark}${word}` : word);
export const showNegative = (word: string): string => (word.startsWith(negativeMark) ? word.slice(1) : word);
