/**
 * Formats a date as this device's local time without a zone, `YYYY-MM-DDTHH:mm:ss`, as in maintenance
 * windows.
 */
export const localTime = (date: Date): string => {
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
  return `${day}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':')}`
}
