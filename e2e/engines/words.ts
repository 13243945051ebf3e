/** XPath of visible elements by text, without straight double quotes. The catalogues use curly quotes. */
const is = (text: string) => `normalize-space(.)="${text}"`
const begins = (text: string) => `starts-with(normalize-space(.), "${text}")`

export const button = (name: string) => `//button[not(@disabled) and (${is(name)} or @aria-label="${name}")]`
/** A button whose name begins with a text, and continues with a size, for example. */
export const buttonThatBegins = (name: string) => `//button[not(@disabled) and ${begins(name)}]`
/** A link whose name contains a text. */
export const linkWith = (text: string) => `//a[contains(normalize-space(.), "${text}")]`
export const heading = (name: string) => `//*[self::h1 or self::h2 or self::h3][${is(name)}]`
export const exactText = (text: string) => `//*[not(*) and ${is(text)}]`
export const textBeginning = (text: string) => `//*[not(*) and ${begins(text)}]`
/** A text in the list row that also contains `name`. */
export const textInRow = (name: string, text: string) =>
  `//*[self::li or self::tr][.${exactText(name)}]${exactText(text)}`
/** An element in an open dialog. */
export const inDialog = (xpath: string) => `//dialog[@open]${xpath}`
/** An element in the navigation with a name. */
export const inBar = (name: string, xpath: string) => `//nav[@aria-label="${name}"]${xpath}`
export const inMain = (xpath: string) => `//main${xpath}`
/** The field with this label. */
export const field = (label: string) => `//input[@id=//label[${begins(label)}]/@for]`
export const fileField = (label: string) => `//input[@type="file" and @aria-label="${label}"]`
/** The first option of a question with options. The first question has the number 1. */
export const firstOption = (question: number) => `(//main//form//fieldset)[${question}]//label`
