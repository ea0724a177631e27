/** The head office: a page of the service, for whoever owns several tills. */
import './bridge/no-eval.ts'
import { createInstance } from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { OfficePage } from './head-office/office-page.tsx'
import { localeOf } from '#shared/languages/languages.ts'
import { languageAsked, WordsOfOffice, wordsOf } from './head-office/use-words.ts'
import './styles/tokens.css'
import './styles/base.css'

const root = document.getElementById('root')
if (root === null) throw new Error('office.html has no root')
const language = languageAsked(navigator.languages)
document.documentElement.lang = localeOf(language)
if (matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset['theme'] = 'dark'
// The few words that the kit's parts ask for by themselves.
const { common } = wordsOf(language)
const resources = { [language]: { translation: { common } } }
void createInstance().use(initReactI18next).init({ lng: language, resources })
createRoot(root).render(
  <WordsOfOffice language={language}>
    <OfficePage />
  </WordsOfOffice>,
)
