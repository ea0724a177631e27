import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** Words a room may not say. The architecture test has the last word; this one speaks while typing. */
const noDirectTime = [
  { object: 'Date', property: 'now', message: 'Time comes in as an argument (Clock port).' },
  { object: 'Math', property: 'random', message: 'Randomness comes in as an argument.' },
]

export default tseslint.config(
  { ignores: ['out/**', 'dist/**', 'node_modules/**', 'coverage/**', '.cache/**'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        // One program for all rooms: the rules look at types, tsc at what each room may know.
        project: ['test/config/lint.tsconfig.json'],
        tsconfigRootDir: import.meta.dirname + '/../..',
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/unbound-method': 'off', // objects here are closures: no method uses this
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // Ports promise; an implementation that has nothing to wait for is still one.
      '@typescript-eslint/require-await': 'off',
      // Branded numbers are numbers.
      '@typescript-eslint/no-unsafe-unary-minus': 'off',
    },
  },
  {
    files: ['shared/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': ['error', ...noDirectTime],
      'no-restricted-globals': [
        'error',
        'fetch',
        'setTimeout',
        'setInterval',
        'process',
        'window',
        'document',
      ],
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^(?!\\.|zod$)', message: 'shared/ imports itself and zod.' }] },
      ],
    },
  },
  {
    files: ['electron/till/**/*.ts'],
    ignores: ['**/*.test.ts', 'electron/till/adapters/**'],
    rules: {
      'no-restricted-properties': ['error', ...noDirectTime],
      'no-restricted-globals': ['error', 'fetch', 'setTimeout', 'setInterval'],
    },
  },
  {
    files: ['electron/**/*.ts', 'renderer/**/*.{ts,tsx}'],
    ignores: ['electron/main/index.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "ImportDeclaration[source.value='electron'][importKind!='type']",
          message: 'Only electron/main/index.ts imports electron; others take it as an argument.',
        },
        {
          selector: "ImportDeclaration[source.value='node:sqlite']",
          message: 'A second SQLite in one process drops the locks of the first.',
        },
      ],
    },
  },
  {
    files: ['renderer/**/*.tsx', 'renderer/**/*.ts'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', 'test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off', // expect.stringMatching and its kin are any
      '@typescript-eslint/unbound-method': 'off',
      'no-console': 'off',
    },
  },
)
