/** Inputs that precede a person's scrolling. Without one, the browser scrolls, to restore a position. */
export const scrollInputs = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'click'] as const
