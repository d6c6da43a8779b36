/**
 * Puts a text into a field, and gives what reads it: the text itself until it is edited. A text area has line ends of its own, and what it
 * gives back would be another text, such as a row that a person never changed.
 */
export function heldText(control: { value: string }, text: string): () => string {
  control.value = text;
  const shown = control.value;
  return () => (control.value === shown ? text : control.value);
}
