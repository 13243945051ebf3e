/** The events by which a person scrolls. Without one, the browser itself scrolls, to restore a position. */
export const scrollInputs = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'click'] as const
