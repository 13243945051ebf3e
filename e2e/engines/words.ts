/** XPath of what a person sees, by its words. Double quotes inside of them would hurt; the catalogues have curly ones. */
const is = (text: string) => `normalize-space(.)="${text}"`
const begins = (text: string) => `starts-with(normalize-space(.), "${text}")`

export const button = (name: string) => `//button[not(@disabled) and (${is(name)} or @aria-label="${name}")]`
/** A button whose name goes on, with a size for example. */
export const buttonThatBegins = (name: string) => `//button[not(@disabled) and ${begins(name)}]`
export const heading = (name: string) => `//*[self::h1 or self::h2 or self::h3][${is(name)}]`
export const said = (text: string) => `//*[not(*) and ${is(text)}]`
export const saidFirst = (text: string) => `//*[not(*) and ${begins(text)}]`
/** What is said in the row of a list that is about something. */
export const saidOf = (name: string, text: string) => `//*[self::li or self::tr][.${said(name)}]${said(text)}`
/** What lies over the page. */
export const inDialog = (xpath: string) => `//dialog[@open]${xpath}`
/** The field with a label above it. */
export const field = (label: string) => `//input[@id=//label[${begins(label)}]/@for]`
export const fileField = (label: string) => `//input[@type="file" and @aria-label="${label}"]`
/** The first option of a question with options; the first question is 1. */
export const firstOption = (question: number) => `(//main//form//fieldset)[${question}]//label`
