/** Whether this browser can probably play a MIME type with its codecs. `maybe` is treated as yes. */
export const canPlay = (type: string): boolean => document.createElement('video').canPlayType(type) !== ''
