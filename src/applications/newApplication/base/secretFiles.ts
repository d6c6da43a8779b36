/** Lines for `.gitignore` and `.dockerignore`. */
export const secretFiles = `# Keys and certificates never go into a repository or an image.
*.key
*.pem
*.p12
*.crt
api-token
`;
