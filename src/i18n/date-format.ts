const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached formatter. The first one of a page takes a slow phone a tenth of a second. */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = JSON.stringify([locale, options])
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}
