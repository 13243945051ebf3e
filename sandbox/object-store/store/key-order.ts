/** Moves surrogates (code points above U+FFFF) behind U+E000..U+FFFF, as in the order of UTF-8 bytes. */
const rank = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

/** Compares keys by their UTF-8 bytes, as S3 does. JavaScript's `<` has another order. */
export const compareKeys = (a: string, b: string) => {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const difference = rank(a.charCodeAt(at)) - rank(b.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Keys in S3's order. Adding, removing and locating a key use binary search. */
export const createSortedKeys = () => {
  const keys: string[] = []

  /** Index of the first key that is not before the given one. */
  const indexOf = (key: string) => {
    let low = 0
    let high = keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareKeys(keys[middle] ?? '', key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    add: (key: string) => {
      const at = indexOf(key)
      if (keys[at] !== key) keys.splice(at, 0, key)
    },
    remove: (key: string) => {
      const at = indexOf(key)
      if (keys[at] === key) keys.splice(at, 1)
    },
    *from(key: string) {
      for (let at = indexOf(key); at < keys.length; at += 1) yield keys[at] ?? ''
    },
  }
}
