/** Formats the day of an account's verification as dd/mm/yyyy in UTC, the loyalty provider's format. */
export const formatAccountVerifyDate = (day: Date): string => {
  const [year, month, date] = day.toISOString().slice(0, 10).split('-')
  return `${date}/${month}/${year}`
}

/** Whether a text is a valid date in the format dd/mm/yyyy. 31 February is not valid. */
export const isAccountVerifyDate = (text: string): boolean => {
  const [, date, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
  const day = new Date(`${year}-${month}-${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && formatAccountVerifyDate(day) === text
}
