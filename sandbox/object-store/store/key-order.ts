/**
 * Returns the rank of a UTF-16 code unit in the order of UTF-8 bytes. There, code points above U+FFFF, which
 * UTF-16 writes as surrogates (U+D800..U+DFFF), come after U+E000..U+FFFF.
 */
const getRank = (unit: number) => {
  if (unit < 0xd800) return unit
  const isSurrogate = unit < 0xe000
  // Exchanges the 0x800 surrogates and the 0x2000 units after them.
  return isSurrogate ? unit + 0x2000 : unit - 0x800
}

/** Compares keys by their UTF-8 bytes, like S3. JavaScript's `<` has another order. */
export const compareKeys = (a: string, b: string) => {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    const difference = getRank(a.charCodeAt(index)) - getRank(b.charCodeAt(index))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Keeps keys in S3's order. Finds a key by binary search. */
export const createSortedKeys = () => {
  const keys: string[] = []

  /** Finds the index of the first key that is not before the given key. */
  const findIndex = (key: string) => {
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
      const index = findIndex(key)
      if (keys[index] !== key) keys.splice(index, 0, key)
    },
    remove: (key: string) => {
      const index = findIndex(key)
      if (keys[index] === key) keys.splice(index, 1)
    },
    /** Yields the keys from the given key on. */
    *from(key: string) {
      for (let index = findIndex(key); index < keys.length; index += 1) yield keys[index] ?? ''
    },
  }
}
