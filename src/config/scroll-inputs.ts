/**
 * The events that show that the user scrolls. A scroll without one comes from the browser itself, which
 * restores a position.
 */
export const scrollInputs = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'click'] as const
