"""The pages and addresses of the web app, one module for each thing that people do."""
