/** The local time of this device as `YYYY-MM-DDTHH:mm:ss` without a zone, as in maintenance windows. */
export const localTime = (date: Date): string => {
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
  return `${day}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':')}`
}
