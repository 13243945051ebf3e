/** Whether this browser may be able to play a type with its codecs. `maybe` counts as yes. */
export const canPlay = (type: string): boolean => document.createElement('video').canPlayType(type) !== ''
