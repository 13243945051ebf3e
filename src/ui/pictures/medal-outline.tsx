/** The outline of a medal, in a square of 24 units: the icon of a row about certificates. */
export const medalOutline = (
  <path d="M12 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zm-3.5-1.3L7 21l5-2.5 5 2.5-1.5-7.8" />
)
