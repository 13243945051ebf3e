/** Whether this browser plays videos of a type with its codecs; one that is not sure tries. */
export const canPlay = (type: string): boolean => document.createElement('video').canPlayType(type) !== ''
